import fc from "fast-check";
import { expect, it } from "vitest";
import { groupItems } from "../../functions/pipeline/group-items.ts";
import type { SourceItem } from "../../functions/pipeline/sources/source.ts";
import { titleTokens } from "../../functions/pipeline/title-tokens.ts";

const item = (title: string, index: number): SourceItem => ({
  id: String(index),
  title,
  url: `https://tidings.example/${index}`,
  summary: "",
  publishedAt: new Date(Date.UTC(2026, 10, 21) + index * 60_000).toISOString(),
  source: `Source ${index}`,
  image: null,
  engagement: null,
});

const groupsOf = (titles: readonly string[]) =>
  groupItems(titles.map(item)).map((group) => group.map(({ title }) => title));

it.each([
  ["北京大学发布新的人工智能模型", "北京大学发布新的人工智能模型了", 1],
  ["北京大学发布新的人工智能模型", "上海地铁延长周末运营时间", 2],
  ["首相が新しい経済政策を発表しました", "首相が新しい経済政策を発表", 1],
  ["首相が新しい経済政策を発表", "台風が九州に接近して大雨の恐れ", 2],
  ["กรุงเทพเปิดรถไฟฟ้าสายใหม่วันนี้", "กรุงเทพเปิดรถไฟฟ้าสายใหม่", 1],
  ["กรุงเทพเปิดรถไฟฟ้าสายใหม่", "ราคาน้ำมันลดลงสองบาท", 2],
  ["iPhone発表会の日程が決まる", "iPhone発表会の日程が決まった", 1],
])("the titles %j and %j make %i stories", (one, other, count) => {
  expect(groupsOf([one, other])).toHaveLength(count);
});

it("a script without spaces is split into pairs of characters, and other words stay whole", () => {
  expect([...titleTokens("新型iPhone発表 today")]).toEqual(["新型", "iphone", "発表", "today"]);
});

it("grouping by shared words makes the same groups as a comparison of all pairs", () => {
  const word = fc.constantFrom(
    ..."coffee solar bike price rise fall again cafe grid train north week".split(" "),
  );
  const title = fc.array(word, { maxLength: 7 }).map((words) => words.join(" "));
  fc.assert(
    fc.property(fc.array(title, { maxLength: 30 }), (titles) => {
      const groups: string[][] = [];
      const earlier: { words: Set<string>; group: string[] }[] = [];
      for (const one of titles) {
        const words = titleTokens(one);
        const group = earlier.find((other) => areSimilar(other.words, words))?.group ?? [];
        if (group.length === 0) groups.push(group);
        group.push(one);
        earlier.push({ words, group });
      }
      expect(groupsOf(titles)).toEqual(groups);
    }),
  );
});

function areSimilar(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const all = one.union(other).size;
  const shared = one.intersection(other).size;
  if (Math.min(one.size, other.size) < 4) return shared > 0 && shared === all;
  return shared / all >= 0.7;
}
