import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type ApiKey, listApiKeys } from "../../../../client/api.ts";
import { dataOf } from "../../api/client.ts";
import { pagesQuery, rowsOf } from "../../api/pages.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { MoreButton, QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { formatNumber } from "../../text/numbers.ts";
import { NewKey } from "./new-key.tsx";
import { RevokeKey } from "./revoke-key.tsx";
import { RotateKey } from "./rotate-key.tsx";
import styles from "./tables.module.css";

/** `/app/keys` */
export function KeyList() {
  const isAdmin = useMay("admin");
  return (
    <Page title="API keys" lead="Programs and people use them to call the API and to sign in here.">
      {isAdmin ? (
        <Keys />
      ) : (
        <Notice kind="warning">
          Only a key with the role admin may see and change API keys. Sign out, and sign in with such a key.
        </Notice>
      )}
    </Page>
  );
}

const keysQuery = pagesQuery(["api-keys"], (page, signal) =>
  dataOf(listApiKeys({ limit: 50, ...page }, { signal })),
);

function Keys() {
  const query = useInfiniteQuery(keysQuery);
  const [isCreating, setIsCreating] = useState(false);
  const newKey = useRef<HTMLButtonElement>(null);
  const close = () => {
    setIsCreating(false);
    newKey.current?.focus();
  };
  return (
    <>
      <div>
        <Button ref={newKey} look="primary" aria-expanded={isCreating} onClick={() => setIsCreating(true)}>
          New key
        </Button>
      </div>
      {isCreating ? <NewKey onClose={close} /> : null}
      <QueryView query={query}>
        {(data) => {
          const keys = rowsOf(data);
          return keys.length === 0 ? <Empty>There are no API keys.</Empty> : <KeyTable keys={keys} />;
        }}
      </QueryView>
      <MoreButton query={query} />
    </>
  );
}

function KeyTable({ keys }: { keys: readonly ApiKey[] }) {
  return (
    <div className="panel">
      <div className="table-scroll">
        <table className="table">
          <caption className="visually-hidden">API keys</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Role</th>
              <th scope="col">State</th>
              <th scope="col">Last used</th>
              <th scope="col">Created</th>
              <th scope="col" className="number">
                Requests a minute
              </th>
              <th scope="col">Actions</th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <KeyRow key={key.id} apiKey={key} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { id, name, role, createdAt, lastUsedAt, rateLimit } = apiKey;
  return (
    <tr>
      <td>
        <div className={styles.name}>
          <UserText>{name}</UserText>
        </div>
        <div className="small soft">{id}</div>
      </td>
      <td>{role}</td>
      <td>
        <KeyState apiKey={apiKey} />
      </td>
      <td>{lastUsedAt === null ? "never" : <Time at={lastUsedAt} relative />}</td>
      <td>
        <Time at={createdAt} relative />
      </td>
      <td className="number">{formatNumber(rateLimit)}</td>
      <td>
        <div className="row">
          <RotateKey apiKey={apiKey} />
          <RevokeKey apiKey={apiKey} />
        </div>
      </td>
    </tr>
  );
}

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  const { status, expiresAt, rotatedTo } = apiKey;
  return (
    <>
      {status === "expired" ? (
        <Badge tone="bad">Expired</Badge>
      ) : rotatedTo === null ? (
        <Badge tone="good">Active</Badge>
      ) : (
        <Badge tone="warning">Active, replaced</Badge>
      )}
      {expiresAt === null ? null : (
        <div className={`small ${styles.name}`}>
          {status === "expired" ? "since " : "valid until "}
          <Time at={expiresAt} />
        </div>
      )}
      {rotatedTo === null ? null : (
        <div className="small soft">
          replaced by <UserText>{rotatedTo}</UserText>
        </div>
      )}
    </>
  );
}
