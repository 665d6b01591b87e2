import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { type Brand, type Post, updatePost } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { messageOf } from "../../api/errors.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../parts/button.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { Panel } from "../../parts/panel.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { ChangedMeanwhile } from "./changed-meanwhile.tsx";
import { countLength, type TextLength } from "./count-length.ts";
import { formOf, parsed } from "./form-state.ts";
import { PostFields } from "./post-fields.tsx";
import { PostPreview } from "./post-preview.tsx";
import { brandChannelsQuery, postQuery, showChanged } from "./post-queries.ts";
import { changesBetween, differingFields, type PostValues, valuesOf } from "./post-values.ts";
import styles from "./posts.module.css";
import { useSingle } from "./use-single.ts";

interface EditPostProps {
  /** The post as it is now. It can change while it is edited. */
  post: Post;
  brand: Brand;
  onDone: () => void;
}

/** Edits a post. If someone else changes it meanwhile, the form shows the change and the person chooses a version. */
export function EditPost({ post, brand, onDone }: EditPostProps) {
  const zone = brand.timezone;
  // What the form began with.
  const [base, setBase] = useState(post);
  const [form, setForm] = useState(() => formOf(valuesOf(post), zone));
  const before = valuesOf(base);
  const { values, timeProblem } = parsed(form, zone, base.scheduledAt);
  const isChanged = differingFields(before, values).length > 0 || timeProblem !== undefined;
  const isChangedMeanwhile = isDifferent(base, post);
  const isPublished = post.status === "published";
  if (isChangedMeanwhile && !isChanged && !isPublished) {
    // Nothing is typed yet: show the new version.
    setBase(post);
    setForm(formOf(valuesOf(post), zone));
  }
  // A time that is not valid cannot be merged: use the stored time.
  const mine = timeProblem === undefined ? values : { ...values, scheduledAt: before.scheduledAt };
  const length = useLength(base, values);
  const save = useMutation({
    mutationFn: async () => {
      const fresh = await queryClient.fetchQuery({ ...postQuery(post.id), staleTime: 0 });
      // The form already shows the other version: the person decides.
      if (isDifferent(base, fresh)) return null;
      return dataOf(updatePost({ id: post.id, postChanges: changesBetween(before, values) }));
    },
    onSuccess: (saved) => {
      if (saved === null) return;
      onDone();
      showChanged([saved]);
      showToast("Saved.", () => void undo(saved, before));
    },
  });
  const single = useSingle();
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    element.current?.querySelector("textarea")?.focus();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) single((onSettled) => save.mutate(undefined, { onSettled }));
    else onDone();
  };
  const rebase = (version: PostValues) => {
    setBase(post);
    setForm(formOf(version, zone));
    save.reset();
  };
  return (
    <Panel title="Edit the post">
      <LeaveGuard isChanged={isChanged && !save.data} />
      {isPublished ? (
        <Notice kind="warning">
          The post was published while you edited it. It can no longer be changed. Your version is still in
          the fields, so you can copy it.
        </Notice>
      ) : isChangedMeanwhile ? (
        <ChangedMeanwhile
          key={post.updatedAt}
          base={base}
          mine={mine}
          theirs={post}
          zone={zone}
          onChoose={rebase}
        />
      ) : null}
      <div className={styles.columns}>
        <form ref={element} className="stack" onSubmit={submit}>
          <PostFields
            form={form}
            onChange={setForm}
            brand={brand}
            channel={post.channel}
            storedTime={base.scheduledAt}
            noTime={noTime[post.status]}
            timeProblem={timeProblem}
            length={length}
            error={save.error}
          />
          <ErrorNotice error={save.error} />
          <div className="row">
            <Button
              type="submit"
              look="primary"
              busy={save.isPending}
              disabled={isChangedMeanwhile || isPublished || timeProblem !== undefined}
            >
              Save
            </Button>
            <Button onClick={onDone}>Discard changes</Button>
          </div>
        </form>
        <PostPreview content={values} channel={post.channel} />
      </div>
    </Panel>
  );
}

/** What no time means for a post in each status. */
const noTime: Record<Post["status"], string> = {
  draft: "As soon as it is approved",
  pending: "As soon as it is approved",
  scheduled: "Now",
  failed: "As soon as it is retried",
  published: "None",
};

/** Whether two versions differ in their status or in a field that a person can edit. */
function isDifferent(one: Post, other: Post): boolean {
  return one.status !== other.status || differingFields(valuesOf(one), valuesOf(other)).length > 0;
}

/** The length of the typed text. While the content is the stored one, it is the length that the service has counted. */
function useLength(stored: Post, values: PostValues): TextLength {
  const { data: channels } = useQuery(brandChannelsQuery(stored.brandId));
  const own = channels?.find(({ channel }) => channel === stored.channel)?.limits.text;
  const counted = countLength(values, stored.channel, own);
  const isStored = differingFields(valuesOf(stored), values).every((field) => field === "scheduledAt");
  return isStored ? { ...counted, length: stored.length, limit: stored.limit } : counted;
}

/** Restores the earlier version of a post, unless someone has changed the post since. */
async function undo(saved: Post, before: PostValues): Promise<void> {
  try {
    const fresh = await queryClient.fetchQuery({ ...postQuery(saved.id), staleTime: 0 });
    if (isDifferent(saved, fresh)) {
      showToast("Not undone: the post has changed since.");
      return;
    }
    const postChanges = changesBetween(valuesOf(saved), before);
    showChanged([await dataOf(updatePost({ id: saved.id, postChanges }))]);
    showToast("Undone.");
  } catch (error) {
    showToast(`Not undone: ${messageOf(error)}`);
  }
}
