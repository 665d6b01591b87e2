import type { DynamoDb } from "../../aws/dynamodb.ts";
import type { OutgoingMessage } from "../../domain/message.ts";
import type { Key } from "../keys.ts";
import type { Change, Item } from "./change.ts";

/** The service's one table, and what a write to it needs. */
export interface Table {
  client: DynamoDb;
  name: string;
  /** Makes the sort key of an outbox item: unique, and in the order of time. */
  newOutboxId: () => string;
  /** Sends the messages of a commit as soon as they are stored. @default the relay sends them a little later */
  dispatcher?: Dispatcher;
  /**
   * Names one execution of a request. It is the same in each try of a write: an execution that finds its own id on an
   * item has already changed that item.
   */
  executionId?: string;
  /** Set for a request with an Idempotency-Key: its changes are stored once. */
  idempotentCommit?: IdempotentCommit;
}

/** Sends messages that were just stored in the outbox, in place of the relay. */
export interface Dispatcher {
  /** Whether it sends all of these messages. */
  accepts(messages: readonly OutgoingMessage[]): boolean;
  /**
   * Sends messages that it accepts, and then deletes their outbox items. Never rejects: if it fails or takes too long, the
   * items stay for the relay.
   */
  dispatch(messages: readonly OutgoingMessage[], items: readonly Key[]): Promise<void>;
}

/** Stores the changes of one request once: the changes and a mark on the stored request are one transaction. */
export interface IdempotentCommit {
  /**
   * True if an earlier execution has stored its changes: this one stores nothing and only computes the response again.
   */
  alreadyApplied: boolean;
  /**
   * The change that marks the request as applied. Its condition fails if another execution has the lease or has applied
   * it.
   */
  mark: (commitId: string) => Change;
  /** Whether the stored request `found` carries the mark of this very commit, whose response was lost. */
  isMarkedBy: (found: Item | null, commitId: string) => boolean;
  newCommitId: () => string;
  /** The stored request, and when its execution began (epoch ms). */
  request: { organizationId: string; hash: string; startedAtMs: number };
}

/** An item that stores the id of the execution that changed it last. */
export interface ChangedBy {
  changedBy?: string;
}

/** Whether this request has already changed an item: an earlier try stored the change, and its response was lost. */
export function alreadyApplied({ executionId, idempotentCommit }: Table, { changedBy }: ChangedBy): boolean {
  return (
    idempotentCommit?.alreadyApplied === true || (executionId !== undefined && executionId === changedBy)
  );
}
