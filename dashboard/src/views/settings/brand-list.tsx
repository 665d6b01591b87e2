import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import type { Brand } from "../../../../client/api.ts";
import { brandsQuery } from "../../api/brands.ts";
import { Button } from "../../parts/button.tsx";
import { TextField } from "../../parts/field.tsx";
import { Empty } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { UserText } from "../../parts/user-text.tsx";
import { useMay } from "../../session/session.ts";
import { countOf } from "../../text/numbers.ts";
import { ChannelSummary } from "./channel-summary.tsx";
import styles from "./tables.module.css";

/** How many brands are shown at first: the channels of each are one request. */
const pageLength = 15;

/** `/app/brands` */
export function BrandList() {
  const query = useQuery(brandsQuery);
  const mayWrite = useMay("write");
  return (
    <Page
      title="Brands"
      lead="Each brand has its own settings, posting slots and channels."
      actions={
        mayWrite ? (
          <Link className="button button-primary" to="/app/brands/new">
            New brand
          </Link>
        ) : null
      }
    >
      <QueryView query={query}>
        {(brands) =>
          brands.length === 0 ? (
            <Empty>
              There is no brand yet.{" "}
              {mayWrite ? "Create one to connect its channels and plan its posts." : null}
            </Empty>
          ) : (
            <Brands brands={brands} />
          )
        }
      </QueryView>
    </Page>
  );
}

function Brands({ brands }: { brands: readonly Brand[] }) {
  const navigate = useNavigate();
  const { name: initialName = "" } = useSearch({ from: "/app/brands" });
  // The field is only read from the address at first: the address changes more slowly than someone types.
  const [name, setName] = useState(initialName);
  const [length, setLength] = useState(pageLength);
  const sought = name.toLocaleLowerCase();
  const found = brands.filter((brand) => brand.name.toLocaleLowerCase().includes(sought));
  return (
    <div className="stack">
      {brands.length > pageLength || name !== "" ? (
        <TextField
          label="Find by name"
          type="search"
          value={name}
          onChange={(event) => {
            const { value } = event.target;
            setName(value);
            void navigate({
              to: "/app/brands",
              search: value === "" ? {} : { name: value },
              replace: true,
              resetScroll: false,
            });
          }}
        />
      ) : null}
      <p className="soft" role="status">
        {countOf(found.length, "brand")}
      </p>
      {found.length === 0 ? null : <BrandTable brands={found.slice(0, length)} />}
      {found.length > length ? (
        <div>
          <Button onClick={() => setLength(length + pageLength)}>Show more brands</Button>
        </div>
      ) : null}
    </div>
  );
}

function BrandTable({ brands }: { brands: readonly Brand[] }) {
  return (
    <div className="panel">
      <div className="table-scroll">
        <table className="table">
          <caption className="visually-hidden">Brands</caption>
          <thead>
            <tr>
              <th scope="col">Brand</th>
              <th scope="col">Time zone</th>
              <th scope="col">Approval</th>
              <th scope="col">Channels</th>
            </tr>
          </thead>
          <tbody>
            {brands.map(({ id, name, timezone, settings }) => (
              <tr key={id}>
                <td>
                  <BrandLink brandId={id} name={name} />
                </td>
                <td>{timezone}</td>
                <td>{settings.approval === "auto" ? "Automatic" : "By a person"}</td>
                <td>
                  <ChannelSummary brandId={id} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function BrandLink({ brandId, name }: { brandId: string; name: string }) {
  return (
    <Link to="/app/brands/$brandId" params={{ brandId }}>
      <div className={styles.name}>
        <UserText>{name}</UserText>
      </div>
    </Link>
  );
}
