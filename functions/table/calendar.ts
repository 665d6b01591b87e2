import type { BrandRef } from "../domain/brand.ts";
import { type Calendar, type CalendarChange, nameOfTimeTaken, timeNamed } from "../domain/calendar.ts";
import { plannedChange } from "../domain/planning.ts";
import type { Post } from "../domain/post.ts";
import { readBrand } from "./brands.ts";
import { calendarKey } from "./keys.ts";
import type { Change, Item } from "./store/change.ts";
import { deleteItems } from "./store/delete-items.ts";
import { readItem } from "./store/read.ts";
import type { Table } from "./store/table.ts";

/** Reads the calendar of a brand: each attribute is a time that a post has taken. */
export async function readCalendar(table: Table, { organizationId, brandId }: BrandRef): Promise<Calendar> {
  const {
    pk: _,
    sk: __,
    ...taken
  } = (await readItem<Item>(table, calendarKey(organizationId, brandId))) ?? {};
  return new Map(Object.entries(taken).map(([name, postId]) => [name, String(postId)]));
}

/** An update expression has at most 4 kB. What is left is deleted with the next change. */
const pastDeletedMax = 100;

/**
 * The change of a calendar: none if nothing changes. Its condition fails if another post has taken one of the times since the
 * calendar was read. Two changes of different times do not hinder each other. Times that have passed are deleted.
 */
export function calendarChanges(
  { organizationId, brandId }: BrandRef,
  read: Calendar,
  { taken, freed }: CalendarChange,
  nowMs: number,
): Change[] {
  if (taken.size === 0 && freed.length === 0) return [];
  const past = [...read.keys()].filter((name) => timeNamed(name) <= nowMs).slice(0, pastDeletedMax);
  const deleted = [...freed, ...past];
  const names = Object.fromEntries(
    [...taken.keys(), ...deleted].map((name, index) => [`#t${index}`, name] as const),
  );
  const entries = [...taken.values()].map((postId, index) => [`#t${index}`, `:p${index}`, postId] as const);
  const sets = entries.map(([name, value]) => `${name} = ${value}`);
  const removes = deleted.map((_, index) => `#t${taken.size + index}`);
  const update = [
    ...(sets.length > 0 ? [`SET ${sets.join(", ")}`] : []),
    ...(removes.length > 0 ? [`REMOVE ${removes.join(", ")}`] : []),
  ].join(" ");
  return [
    {
      kind: "update",
      key: calendarKey(organizationId, brandId),
      update,
      names,
      ...(entries.length > 0 && {
        condition: entries.map(([name]) => `attribute_not_exists(${name})`).join(" AND "),
        values: Object.fromEntries(entries.map(([, value, postId]) => [value, postId])),
      }),
    },
  ];
}

/**
 * Plans the time of a new or changed post in the calendar of its brand (see `plannedChange`). Reads the calendar and the brand
 * only if the post takes or frees a time.
 * @returns the post, with its new slot if it gets one, and the change of the calendar to store with it
 * @throws what `plannedChange` throws
 */
export async function planPost(
  table: Table,
  before: Post | null,
  after: Post,
): Promise<{ post: Post; calendar: Change[] }> {
  const nowMs = Date.parse(after.updatedAt);
  const wanted = nameOfTimeTaken(after, nowMs);
  if (wanted === (before === null ? null : nameOfTimeTaken(before, nowMs)))
    return { post: after, calendar: [] };
  const [read, brand] = await Promise.all([
    readCalendar(table, after),
    wanted === null ? null : readBrand(table, after.organizationId, after.brandId),
  ]);
  const { post, ...change } = plannedChange(before, after, brand, read);
  return { post, calendar: calendarChanges(after, read, change, nowMs) };
}

/** The change of the calendar that follows when a post is deleted. Reads the calendar only if the post has taken a time. */
export async function calendarWithout(table: Table, post: Post): Promise<Change[]> {
  const nowMs = Date.parse(post.updatedAt);
  const name = nameOfTimeTaken(post, nowMs);
  if (name === null) return [];
  const read = await readCalendar(table, post);
  const freed = read.get(name) === post.id ? [name] : [];
  return calendarChanges(post, read, { taken: new Map(), freed }, nowMs);
}

/** Deletes the calendar of a deleted brand. */
export function removeCalendar(table: Table, { organizationId, brandId }: BrandRef): Promise<void> {
  return deleteItems(table, [calendarKey(organizationId, brandId)]);
}
