import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Brand } from "../../../../client/api.ts";
import { ReviewLinks } from "../../content/review-links.tsx";
import { LeaveGuard } from "../../parts/leave-guard.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { TabLinks } from "../../parts/tab-links.tsx";
import { useMay } from "../../session/session.ts";
import { type BrandField, settingFields, slotFields } from "./brand-form.ts";
import { brandQuery } from "./brand-query.ts";
import { ChannelsTab } from "./channels-tab.tsx";
import { DeleteTab } from "./delete-tab.tsx";
import { FeedTab } from "./feed-tab.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { SlotsTab } from "./slots-tab.tsx";
import { type BrandEdits, hasEdits, useBrandEdits } from "./use-brand-edits.ts";
import { WritingTab } from "./writing-tab.tsx";

/** `/app/brands/$brandId`: a tab for each part of the brand. */
export function BrandPage() {
  const { brandId } = useParams({ from: "/app/brands/$brandId" });
  const query = useQuery(brandQuery(brandId));
  return (
    <Page title={query.data?.name ?? "Brand"} lead={<Link to="/app/brands">All brands</Link>}>
      <QueryView query={query}>{(brand) => <BrandTabs key={brand.id} brand={brand} />}</QueryView>
    </Page>
  );
}

function BrandTabs({ brand }: { brand: Brand }) {
  const edits = useBrandEdits();
  const mayWrite = useMay("write");
  const { tab: asked } = useSearch({ from: "/app/brands/$brandId" });
  const offered = tabs.filter(({ needsWrite }) => !needsWrite || mayWrite);
  const { show } = offered.find(({ name }) => name === asked) ?? settingsTab;
  return (
    <>
      <TabLinks label="Parts of the brand">
        {offered.map(({ name, label, fields }) => (
          <Link
            key={name}
            className="tab"
            to="/app/brands/$brandId"
            params={{ brandId: brand.id }}
            search={name === settingsTab.name ? {} : { tab: name }}
            activeOptions={{ exact: true }}
            resetScroll={false}
          >
            {label}
            {hasEdits(brand, edits, fields) ? " (not saved)" : null}
          </Link>
        ))}
      </TabLinks>
      {show(brand, edits)}
      <LeaveGuard isChanged={hasEdits(brand, edits, [...settingFields, ...slotFields])} />
    </>
  );
}

interface Tab {
  /** Its parameter in the address. */
  name: string;
  label: string;
  /** Whether only a key that may write is shown the tab. */
  needsWrite: boolean;
  /** The fields of the brand that the tab changes. */
  fields: readonly BrandField[];
  show: (brand: Brand, edits: BrandEdits) => ReactNode;
}

const settingsTab: Tab = {
  name: "settings",
  label: "Settings",
  needsWrite: false,
  fields: settingFields,
  show: (brand, edits) => <SettingsTab brand={brand} edits={edits} />,
};

const slotsTab: Tab = {
  name: "slots",
  label: "Slots",
  needsWrite: false,
  fields: slotFields,
  show: (brand, edits) => <SlotsTab brand={brand} edits={edits} />,
};

/** A tab that changes no field of the brand. */
function tab(name: string, label: string, show: Tab["show"], needsWrite = false): Tab {
  return { name, label, needsWrite, fields: [], show };
}

const tabs = [
  settingsTab,
  slotsTab,
  tab("channels", "Channels", (brand) => <ChannelsTab brand={brand} />),
  tab("writing", "Writing", ({ id }) => <WritingTab brandId={id} />),
  tab("feed", "Feed", ({ id }) => <FeedTab brandId={id} />),
  tab("review-links", "Review links", ({ id }) => <ReviewLinks brandId={id} />),
  tab("delete", "Delete", (brand) => <DeleteTab brand={brand} />, true),
];
