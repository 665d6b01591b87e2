import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Brand } from "../../../../client/api.ts";
import { brandsQuery } from "../../api/brands.ts";
import { given } from "../../api/given.ts";
import { BrandFilter } from "../../content/brand-filter.tsx";
import { Button } from "../../parts/button.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { useNow } from "../../parts/time.tsx";
import { UserText } from "../../parts/user-text.tsx";
import styles from "./analytics.module.css";
import { weekChoice } from "./chosen-week.ts";
import { GroupsPanel } from "./groups-panel.tsx";
import { RunsPanel } from "./runs-panel.tsx";
import { WeekChoice } from "./week-choice.tsx";
import { WeekPanel } from "./week-panel.tsx";
import { weekInWords } from "./week-steps.ts";
import { WeeksPanel } from "./weeks-panel.tsx";

/** `/app/analytics`: the results of a brand, by week, by part and by run. */
export function Analytics() {
  const brands = useQuery(brandsQuery);
  return (
    <Page
      title="Analytics"
      actions={
        <Button className="no-print" onClick={() => print()}>
          Print
        </Button>
      }
    >
      <QueryView query={brands}>
        {(data) =>
          data.length === 0 ? (
            <Empty>
              There is no brand yet. <Link to="/app/brands/new">Create a brand</Link>
            </Empty>
          ) : (
            <ChosenBrand brands={data} />
          )
        }
      </QueryView>
    </Page>
  );
}

function ChosenBrand({ brands }: { brands: readonly Brand[] }) {
  const search = useSearch({ from: "/app/analytics" });
  const navigate = useNavigate();
  const nowMs = useNow();
  const brand = search.brandId === undefined ? brands[0] : brands.find(({ id }) => id === search.brandId);
  const choice = brand === undefined ? undefined : weekChoice(search.week, brand, nowMs);
  const show = (change: { brandId?: string | undefined; week?: string }) =>
    navigate({ to: "/app/analytics", search: given({ ...search, ...change }), resetScroll: false });
  return (
    <>
      <div className={`row no-print ${styles.filters}`}>
        <BrandFilter allowsAll={false} brandId={brand?.id} onChange={(brandId) => void show({ brandId })} />
        {choice === undefined ? null : (
          <WeekChoice {...choice} onChange={(week) => void show({ brandId: brand?.id, week })} />
        )}
      </div>
      {brand === undefined || choice === undefined ? (
        <Empty>There is no such brand. Choose another one.</Empty>
      ) : (
        <>
          {choice.isReplaced ? (
            <Notice kind="warning">
              The address names a week that this brand does not have. This is the last week that has ended.
            </Notice>
          ) : null}
          <p className="soft">
            <UserText>{brand.name}</UserText> · {weekInWords(choice.week)}, in the time zone {brand.timezone}
          </p>
          <WeekPanel brand={brand} week={choice.week} />
          <WeeksPanel brand={brand} week={choice.week} />
          <GroupsPanel brand={brand} />
          <RunsPanel brand={brand} />
        </>
      )}
    </>
  );
}
