import type { EventType } from "../../../domain/event.ts";

/** Hex HMAC-SHA256 of the examples of events: in their bodies, and over them, under the examples' secret and the one before. */
export const exampleSignatures: Record<
  EventType,
  { inBody: string; header: string; previousHeader: string }
> = {
  "post.scheduled": {
    inBody: "d9024de32d0f1574764a1cf6ccfa3ad04688d16fff1133cc2426fcf3b35a23c5",
    header: "4d76174c56c823765e718ff426a8a826c30312159df1c6ce2b7281da7c628714",
    previousHeader: "ef0dddb8ba710083041f6ef051152fd7f5203b807230a5a9250da1facc848c4b",
  },
  "post.published": {
    inBody: "2458a2beaa691b7ae428e3db2176a22490127712d0e3749a041d3cd80bdebd2b",
    header: "d4645c99567bd923741bf670bfb54113742afd27095c6da6a4317c5892633919",
    previousHeader: "3366280100792339aaa37f686c6e1bf36d50523b8b2e33ce0f9ed2014ea77cb9",
  },
  "post.failed": {
    inBody: "6a6ee7e86a6c81e88edd351828012de36207411560b41d3db660a25df6d8846d",
    header: "028503a9143e9e4db548b749ac1342bb0a12efd1a561b1c1827c8b91d8336a0d",
    previousHeader: "16b1733ed39c3a2d99903dcc754d0c5764db2a9a0461df19f4b849f0d68e6858",
  },
  "analytics.weekly_ready": {
    inBody: "9bb7aacdee52a0df7258b2b4154cf0531f3b3d825729e7fa937854284a9bc2f0",
    header: "c9aaceff1fd9dbd1b113d84555f096f91d3e91c2cf2a3a7b8d5922310c0e8a1e",
    previousHeader: "1d813732c7ff423ab2b2ad726fcb4fc01aeeb061ba0b561940032656807b3a95",
  },
  "pipeline.run.completed": {
    inBody: "14f1915764dab5f0dbb36420318f7cffa8a43fc214cec0c4af55b3c2b6e2538d",
    header: "e0000308e571565a7831016fd7eae4b8f05fefcbc925b78a9742adde975b75f9",
    previousHeader: "3b7cce37a2bce3fc8922ce15eaf3695253986b6d78409da0cc04cec987b15ea4",
  },
  "webhook.test": {
    inBody: "7c4340517e27d33b6ca73b2beaa7590cda4093004408bca4667227f0a5e3e199",
    header: "33fd56f142846f20d0630b362489f1164ed208952ee7f65b73525ec7bb058248",
    previousHeader: "cc4b6502e5629cece45db9059eab524ca320391bc90624d03a29f24bdc12a115",
  },
  "run.succeeded": {
    inBody: "26667959582cb53b59a13922844bc9f6214d08885bdaa7a8b2f31a34657f229e",
    header: "380b00cc170ac64ef7ac6d23deefcf834c39023d4a4dd5bb67b499cce63459dd",
    previousHeader: "806cb2a693d03101ac36dc88f6682c3170df7d6b0f68ead7dad84eb640b3e080",
  },
  "trend.detected": {
    inBody: "0f29c8988db5b0cddd7e09b61895f5c660b46d36833c78325fc11c7f3cb204cd",
    header: "15a2113cf38cf5e2810833f7c35b39d3dae3244baeccb05fc16306b6c6e6fd22",
    previousHeader: "ae453af14ca812f183ce5f5b9832176fd62ca2b5bf71579ba6fe1c243f5de170",
  },
};
