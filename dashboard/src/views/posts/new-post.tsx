import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { type Brand, type Channel, createPost, type NewPost as NewPostBody } from "../../../../client/api.ts";
import { brandsQuery } from "../../api/brands.ts";
import { dataOf } from "../../api/client.ts";
import { fieldErrorOf } from "../../api/errors.ts";
import { useKeyedMutation } from "../../api/keyed-mutation.ts";
import { queryClient } from "../../api/query-client.ts";
import { BrandFilter } from "../../content/brand-filter.tsx";
import { channelName } from "../../content/channels.ts";
import { Button } from "../../parts/button.tsx";
import { SelectField } from "../../parts/field.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { Empty, ErrorNotice, Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { useMay } from "../../session/session.ts";
import { countLength } from "./count-length.ts";
import { emptyForm, type PostForm, parsed, typedTime } from "./form-state.ts";
import { PostFields } from "./post-fields.tsx";
import { PostPreview } from "./post-preview.tsx";
import { brandChannelsQuery, postQuery, rereadLists } from "./post-queries.ts";
import styles from "./posts.module.css";
import { useSingle } from "./use-single.ts";

const route = getRouteApi("/app/posts/new");

/** Writes a post by hand. */
export function NewPost() {
  const mayWrite = useMay("write");
  const brands = useQuery(brandsQuery);
  const search = route.useSearch();
  const [chosenId, setChosenId] = useState(search.brandId);
  return (
    <Page
      title="New post"
      lead="A post that you write yourself. A person approves it before it is published."
    >
      {mayWrite ? (
        <QueryView query={brands}>
          {(all) => {
            const brand = all.find(({ id }) => id === chosenId) ?? all[0];
            return brand === undefined ? (
              <Empty>
                There is no brand yet. <Link to="/app/brands/new">Create one</Link> first.
              </Empty>
            ) : (
              <NewPostForm brand={brand} onBrand={setChosenId} scheduledAt={instantOf(search.scheduledAt)} />
            );
          }}
        </QueryView>
      ) : (
        <Notice>Your key may only read. To write a post, sign in with a key that may write.</Notice>
      )}
    </Page>
  );
}

/** Parses the time in the page's address. Returns null if there is none or it is not valid. */
function instantOf(text: string | undefined): string | null {
  const epochMs = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(epochMs) ? null : new Date(epochMs).toISOString();
}

interface NewPostFormProps {
  brand: Brand;
  onBrand: (brandId: string | undefined) => void;
  scheduledAt: string | null;
}

function NewPostForm({ brand, onBrand, scheduledAt }: NewPostFormProps) {
  const channels = useQuery(brandChannelsQuery(brand.id));
  const [form, setForm] = useState<PostForm>(() => ({
    ...emptyForm,
    time: scheduledAt === null ? null : typedTime(scheduledAt, brand.timezone),
  }));
  const [chosen, setChosen] = useState<Channel>();
  const connected = (channels.data ?? []).filter(({ status }) => status === "connected");
  // Choose the first channel only once. A channel that is connected or lost later does not change the choice.
  const [first] = connected;
  if (chosen === undefined && first !== undefined) setChosen(first.channel);
  const selected = connected.find(({ channel }) => channel === chosen);
  const channel = selected?.channel;
  const { values, timeProblem } = parsed(form, brand.timezone, scheduledAt);
  const create = useCreate();
  const single = useSingle();
  const length = countLength(values, channel ?? "feed", selected?.limits.text);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (channel === undefined) return;
    const { submitter } = event.nativeEvent instanceof SubmitEvent ? event.nativeEvent : {};
    const status = submitter?.getAttribute("value") === "pending" ? "pending" : "draft";
    single((onSettled) => create.mutate({ ...values, brandId: brand.id, channel, status }, { onSettled }));
  };
  const cannotSave = channel === undefined || timeProblem !== undefined;
  return (
    <div className={styles.columns}>
      <LeaveGuard isChanged={form.text !== "" && !create.isSuccess} />
      <form className="panel" onSubmit={submit}>
        <BrandFilter
          brandId={brand.id}
          allowsAll={false}
          onChange={(brandId) => {
            onBrand(brandId);
            setChosen(undefined);
          }}
        />
        <QueryView query={channels}>
          {() =>
            connected.length === 0 ? (
              <Empty>
                The brand has no connected channel.{" "}
                <Link to="/app/brands/$brandId" params={{ brandId: brand.id }} search={{ tab: "channels" }}>
                  Connect one
                </Link>
              </Empty>
            ) : (
              <SelectField
                label="Channel"
                value={channel ?? ""}
                hint="Only channels that the brand has connected."
                error={fieldErrorOf(create.error, "channel")}
                onChange={({ target }) =>
                  setChosen(connected.find((one) => one.channel === target.value)?.channel)
                }
              >
                {channel === undefined ? <option value="">Choose a channel</option> : null}
                {connected.map((one) => (
                  <option key={one.channel} value={one.channel}>
                    {channelName(one.channel)}
                    {one.account === null ? "" : `: ${one.account.name}`}
                  </option>
                ))}
              </SelectField>
            )
          }
        </QueryView>
        <PostFields
          form={form}
          onChange={setForm}
          brand={brand}
          channel={channel ?? "feed"}
          storedTime={scheduledAt}
          noTime="As soon as it is approved"
          timeProblem={timeProblem}
          length={length}
          error={create.error}
        />
        <ErrorNotice error={create.error} />
        <div className="row">
          {/* The Enter key presses the first submit button. */}
          <Button type="submit" value="draft" busy={create.isPending} disabled={cannotSave}>
            Save as draft
          </Button>
          <Button type="submit" value="pending" look="primary" busy={create.isPending} disabled={cannotSave}>
            Submit for approval
          </Button>
        </div>
      </form>
      <Panel title="Preview">
        <PostPreview content={values} channel={channel ?? "feed"} />
      </Panel>
    </div>
  );
}

const send = (newPost: NewPostBody, idempotencyKey: string) =>
  dataOf(createPost({ idempotencyKey, newPost }));

/** Creates a post, and opens it. A second try after a lost response does not create it twice. */
function useCreate() {
  const navigate = route.useNavigate();
  return useKeyedMutation(send, {
    onSuccess: (post) => {
      queryClient.setQueryData(postQuery(post.id).queryKey, post);
      rereadLists();
      showToast(post.status === "pending" ? "The post waits for approval now." : "The draft is saved.");
      void navigate({ to: "/app/posts/$postId", params: { postId: post.id }, ignoreBlocker: true });
    },
  });
}
