import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { getOrganization, type Organization, updateOrganization } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { queryClient } from "../../api/query-client.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { ErrorNotice, Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { showToast } from "../../parts/toasts.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { sessionQuery, signOut, useMay } from "../../session/session.ts";
import { formatNumber } from "../../text/numbers.ts";
import { problemAt } from "./field-problems.ts";
import { FormProblem } from "./form-problem.tsx";
import { roleInWords } from "./roles.ts";

const organizationQuery = queryOptions({
  queryKey: ["organization"],
  queryFn: ({ signal }) => dataOf(getOrganization({ signal })),
});

/** `/app/organization` */
export function OrganizationPage() {
  const query = useQuery(organizationQuery);
  const isAdmin = useMay("admin");
  return (
    <Page title="Organization">
      <QueryView query={query}>
        {(organization) => (
          <>
            <Facts organization={organization} />
            {isAdmin ? <NameForm organization={organization} /> : null}
            <Limits limits={organization.limits} />
          </>
        )}
      </QueryView>
      <SessionFacts />
    </Page>
  );
}

function Facts({ organization: { id, name, createdAt } }: { organization: Organization }) {
  return (
    <Panel title="About the organization">
      <dl className="facts">
        <dt>Name</dt>
        <dd>
          <UserText>{name}</UserText>
        </dd>
        <dt>Id</dt>
        <dd>
          <code>{id}</code>
        </dd>
        <dt>Created</dt>
        <dd>
          <Time at={createdAt} />
        </dd>
      </dl>
    </Panel>
  );
}

function NameForm({ organization }: { organization: Organization }) {
  // Null until someone types. Until then, the field shows the stored name.
  const [edit, setEdit] = useState<{ name: string; base: string } | null>(null);
  const save = useMutation({
    mutationFn: (name: string) => dataOf(updateOrganization({ organizationChanges: { name: name.trim() } })),
    onSuccess: (changed) => {
      queryClient.setQueryData(organizationQuery.queryKey, changed);
      setEdit(null);
      showToast("The organization was saved.");
    },
  });
  const name = edit?.name ?? organization.name;
  const isChangedElsewhere = edit !== null && edit.base !== organization.name && name !== organization.name;
  return (
    <Panel title="Rename the organization">
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(name);
        }}
      >
        <TextField
          label="New name"
          required
          maxLength={120}
          value={name}
          onChange={(event) => setEdit({ name: event.target.value, base: edit?.base ?? organization.name })}
          error={problemAt(save.error, "name")}
        />
        {isChangedElsewhere ? (
          <Notice kind="warning">
            Someone else has changed the name meanwhile to <UserText>{organization.name}</UserText>. Saving
            replaces it.
          </Notice>
        ) : null}
        <FormProblem error={save.error} labels={{ name: "New name" }} />
        <div className="row">
          <Button type="submit" look="primary" busy={save.isPending} disabled={name === organization.name}>
            Save the name
          </Button>
          {edit === null || name === organization.name ? null : (
            <Button onClick={() => setEdit(null)}>Discard the change</Button>
          )}
        </div>
      </form>
    </Panel>
  );
}

const limitTexts: Record<keyof Organization["limits"], { name: string; meaning: string }> = {
  requestsPerMinute: {
    name: "Requests a minute",
    meaning: "Of all API keys together, this page included. Above it, requests have to wait.",
  },
  runsAtOnce: { name: "Runs at once", meaning: "Further runs wait as queued until one has ended." },
  brands: { name: "Brands", meaning: "A further brand is rejected." },
  pipelinesPerBrand: { name: "Pipelines of a brand", meaning: "A further pipeline is rejected." },
  subscriptions: { name: "Webhook subscriptions", meaning: "A further subscription is rejected." },
  bulkReplaysAtOnce: {
    name: "Bulk replays at once",
    meaning: "Replays of many dead letters. A further one is rejected until one has ended.",
  },
};

function Limits({ limits }: Pick<Organization, "limits">) {
  return (
    <Panel title="Limits">
      <p className="soft small">The operator of the service sets them.</p>
      <div className="table-scroll">
        <table className="table">
          <caption className="visually-hidden">Limits of the organization</caption>
          <thead>
            <tr>
              <th scope="col">Limit</th>
              <th scope="col" className="number">
                At most
              </th>
              <th scope="col">What it means</th>
            </tr>
          </thead>
          <tbody>
            <LimitRow {...limitTexts.requestsPerMinute} max={limits.requestsPerMinute} />
            <LimitRow {...limitTexts.runsAtOnce} max={limits.runsAtOnce} />
            <LimitRow {...limitTexts.brands} max={limits.brands} />
            <LimitRow {...limitTexts.pipelinesPerBrand} max={limits.pipelinesPerBrand} />
            <LimitRow {...limitTexts.subscriptions} max={limits.subscriptions} />
            <LimitRow {...limitTexts.bulkReplaysAtOnce} max={limits.bulkReplaysAtOnce} />
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function LimitRow({ name, meaning, max }: { name: string; meaning: string; max: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="number">{formatNumber(max)}</td>
      <td>{meaning}</td>
    </tr>
  );
}

function SessionFacts() {
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const end = useMutation({ mutationFn: signOut, onSuccess: () => navigate({ to: "/sign-in" }) });
  if (session === undefined || session === null) return null;
  return (
    <Panel title="Your session">
      <dl className="facts">
        <dt>Role</dt>
        <dd>{roleInWords[session.role]}</dd>
        <dt>Ends</dt>
        <dd>
          {session.expiresAt === null ? "When its key is revoked" : <Time at={session.expiresAt} />}
          <div className="small soft">
            Also when you sign out, and when its key is revoked or rotated away.
          </div>
        </dd>
      </dl>
      <ErrorNotice error={end.error} />
      <div>
        <Button aria-label="Sign out of this session" busy={end.isPending} onClick={() => end.mutate()}>
          Sign out
        </Button>
      </div>
    </Panel>
  );
}
