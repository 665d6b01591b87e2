import { useQuery } from "@tanstack/react-query";
import { Link, useBlocker, useParams, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Brand } from "../../../../client/api.ts";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Page } from "../../parts/page.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { TabLinks } from "../../parts/tab-links.tsx";
import { useMay } from "../../session/session.ts";
import { settingFields, slotFields } from "./brand-form.ts";
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
  const allTabs: Record<string, Tab> = tabs;
  const { show } = (asked === undefined ? undefined : allTabs[asked]) ?? tabs.settings;
  return (
    <>
      <TabLinks label="Parts of the brand">
        {Object.entries(tabs).map(([name, { label, fields, needsWrite }]) =>
          needsWrite && !mayWrite ? null : (
            <Link
              key={name}
              className="tab"
              to="/app/brands/$brandId"
              params={{ brandId: brand.id }}
              search={name === "settings" ? {} : { tab: name }}
              activeOptions={{ exact: true }}
              resetScroll={false}
            >
              {label}
              {hasEdits(brand, edits, fields) ? " (not saved)" : null}
            </Link>
          ),
        )}
      </TabLinks>
      {show(brand, edits)}
      <LeaveQuestion brand={brand} edits={edits} />
    </>
  );
}

interface Tab {
  label: string;
  /** Whether only a key that may write is shown the tab. */
  needsWrite: boolean;
  /** The fields of the brand that the tab changes. */
  fields: Parameters<typeof hasEdits>[2];
  show: (brand: Brand, edits: BrandEdits) => ReactNode;
}

const forAll = { needsWrite: false, fields: [] };
const forWriters = { needsWrite: true, fields: [] };

const tabs = {
  settings: {
    label: "Settings",
    needsWrite: false,
    fields: settingFields,
    show: (brand, edits) => <SettingsTab brand={brand} edits={edits} />,
  },
  slots: {
    label: "Slots",
    needsWrite: false,
    fields: slotFields,
    show: (brand, edits) => <SlotsTab brand={brand} edits={edits} />,
  },
  channels: { ...forAll, label: "Channels", show: (brand) => <ChannelsTab brand={brand} /> },
  writing: { ...forAll, label: "Writing", show: ({ id }) => <WritingTab brandId={id} /> },
  feed: { ...forAll, label: "Feed", show: ({ id }) => <FeedTab brandId={id} /> },
  // The tab of review links: `"review-links": { ...forAll, label: "Review links", show: ({ id }) => <ReviewLinks brandId={id} /> },`
  delete: { ...forWriters, label: "Delete", show: (brand) => <DeleteTab brand={brand} /> },
} satisfies Record<string, Tab>;

/** Asks before unsaved changes are lost. */
function LeaveQuestion({ brand, edits }: { brand: Brand; edits: BrandEdits }) {
  const isUnsaved = hasEdits(brand, edits, [...settingFields, ...slotFields]);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  return (
    <Dialog title="Leave without saving?" onClose={blocker.reset}>
      <p>This brand has changes that are not saved. They are lost if you leave.</p>
      <div className="row">
        <Button look="danger" onClick={blocker.proceed}>
          Leave without saving
        </Button>
        <Button onClick={blocker.reset}>Stay</Button>
      </div>
    </Dialog>
  );
}
