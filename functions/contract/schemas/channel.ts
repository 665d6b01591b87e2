import * as z from "zod/mini";
import { channelNames } from "../../domain/channel.ts";

export const channel = z.enum(channelNames);
