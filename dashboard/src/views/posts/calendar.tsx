import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { Brand } from "../../../../client/api.ts";
import { brandsQuery } from "../../api/brands.ts";
import { BrandFilter } from "../../content/brand-filter.tsx";
import { Empty, Notice } from "../../parts/notices.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { useNow } from "../../parts/time.tsx";
import { addDays, dateIn, mondayOf, weekOf } from "../../text/weeks.ts";
import { CalendarWeek } from "./calendar-week.tsx";
import { calendarQuery } from "./post-queries.ts";

/** A week of a brand, in the brand's zone, with its posts and its free slots. */
export function Calendar() {
  const { brandId, week } = useSearch({ from: "/app/calendar" });
  const navigate = useNavigate({ from: "/app/calendar" });
  const brands = useQuery(brandsQuery);
  return (
    <Page title="Calendar">
      <QueryView query={brands}>
        {(all) => {
          const brand = brandId === undefined ? all[0] : all.find(({ id }) => id === brandId);
          return (
            <>
              <div className="row">
                <BrandFilter
                  brandId={brand?.id}
                  allowsAll={false}
                  onChange={(chosen) =>
                    void navigate({ search: (search) => ({ ...search, brandId: chosen ?? "" }) })
                  }
                />
              </div>
              {brand === undefined ? (
                <Empty>
                  {all.length === 0 ? "There is no brand yet." : "There is no such brand."}{" "}
                  <Link to="/app/brands">Go to the brands</Link>
                </Empty>
              ) : (
                <BrandCalendar key={brand.id} brand={brand} week={week} />
              )}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
}

function BrandCalendar({ brand, week }: { brand: Brand; week: string | undefined }) {
  const thisWeek = weekOf(dateIn(brand.timezone, useNow()));
  const monday = mondayOf(week ?? thisWeek) ?? mondayOf(thisWeek) ?? "";
  const calendar = useQuery(calendarQuery(brand.id, monday, 7));
  const other = (days: number) => ({ brandId: brand.id, week: weekOf(addDays(monday, days)) });
  return (
    <>
      <div className="row row-apart">
        <div className="row">
          <Link className="button button-small" to="/app/calendar" search={other(-7)}>
            Earlier week
          </Link>
          <Link className="button button-small" to="/app/calendar" search={{ brandId: brand.id }}>
            This week
          </Link>
          <Link className="button button-small" to="/app/calendar" search={other(7)}>
            Later week
          </Link>
        </div>
        <span className="soft">All times are in {brand.timezone}.</span>
      </div>
      <QueryView query={calendar}>
        {(data) => (
          <>
            {data.hasMorePosts ? (
              <Notice kind="warning">This week has more than 1,000 posts. The first 1,000 are shown.</Notice>
            ) : null}
            <CalendarWeek calendar={data} monday={monday} />
          </>
        )}
      </QueryView>
    </>
  );
}
