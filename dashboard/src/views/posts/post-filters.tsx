import { getRouteApi, Link } from "@tanstack/react-router";
import type { PostStatus } from "../../../../client/api.ts";
import { BrandFilter } from "../../content/brand-filter.tsx";
import { postStatuses } from "../../content/statuses.tsx";
import { SelectField } from "../../parts/field.tsx";
import { TabLinks } from "../../parts/tab-links.tsx";
import type { PostFilters } from "./post-queries.ts";
import styles from "./posts.module.css";

const route = getRouteApi("/app/posts");

/** The orders of the list, by their name in the address. */
const orders = {
  created: { words: "Newest first", sort: "createdAt", order: "desc" },
  planned: { words: "Planned time, earliest first", sort: "scheduledAt", order: "asc" },
  published: { words: "Last published first", sort: "publishedAt", order: "desc" },
} as const;
type OrderName = keyof typeof orders;
const orderNames = ["created", "planned", "published"] as const;

const statuses = ["draft", "pending", "scheduled", "published", "failed"] as const;

/** Reads the filters from the page's address. Ignores unknown values. */
export function usePostFilters(): PostFilters {
  const { status = "", brandId, sort } = route.useSearch();
  const chosen = statuses.filter((one) => status.split(",").includes(one));
  const { sort: field, order } = orders[orderOf(sort, chosen)];
  return { statuses: chosen, brandId, sort: field, order };
}

/** The order in the address, or the one that fits the statuses. */
function orderOf(sort: string | undefined, chosen: readonly PostStatus[]): OrderName {
  const found = orderNames.find((name) => name === sort);
  if (found !== undefined) return found;
  const [only, ...others] = chosen;
  if (others.length > 0) return "created";
  return only === "scheduled" ? "planned" : only === "published" ? "published" : "created";
}

/** The controls that choose the posts of the list. The choice is kept in the page's address. */
export function PostFiltersBar() {
  const { brandId, sort } = route.useSearch();
  const filters = usePostFilters();
  const navigate = route.useNavigate();
  return (
    <div className="stack">
      <TabLinks label="Status">
        <StatusTab status={undefined} words="All" />
        {statuses.map((status) => (
          <StatusTab key={status} status={status} words={postStatuses[status].words} />
        ))}
        {filters.statuses.length > 1 ? (
          <StatusTab
            status={filters.statuses.join(",")}
            words={filters.statuses.map((status) => postStatuses[status].words).join(" or ")}
          />
        ) : null}
      </TabLinks>
      <div className={styles.filters}>
        <BrandFilter
          brandId={brandId}
          onChange={(chosen) =>
            void navigate({
              search: ({ brandId: _brandId, ...others }) =>
                chosen === undefined ? others : { ...others, brandId: chosen },
            })
          }
        />
        <SelectField
          label="Order"
          value={orderOf(sort, filters.statuses)}
          onChange={(event) =>
            void navigate({ search: (search) => ({ ...search, sort: event.target.value }) })
          }
        >
          {orderNames.map((name) => (
            <option key={name} value={name}>
              {orders[name].words}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  );
}

function StatusTab({ status, words }: { status: string | undefined; words: string }) {
  return (
    <Link
      to="/app/posts"
      search={(search) => {
        const { status: _status, ...others } = search;
        return status === undefined ? others : { ...others, status };
      }}
      activeOptions={{ exact: true }}
      className="tab"
    >
      {words}
    </Link>
  );
}
