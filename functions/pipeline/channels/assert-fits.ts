import { unprocessable } from "../../domain/errors.ts";
import type { Post } from "../../domain/post.ts";
import { graphemeCount } from "../truncate.ts";
import { channelLimits } from "./limits.ts";

/** @throws unprocessable when the text is longer than the post's channel allows */
export function assertFits({ channel, content }: Post): void {
  const { maxCharacters } = channelLimits[channel];
  const characters = graphemeCount(content.text);
  if (characters <= maxCharacters) return;
  throw unprocessable(
    `The text has ${characters} characters: the channel ${channel} takes at most ${maxCharacters}.`,
  );
}
