import { CopyButton } from "../../parts/copy-button.tsx";
import { Panel } from "../../parts/panel.tsx";

/** The addresses of a brand's public feed. */
export function FeedTab({ brandId }: { brandId: string }) {
  return (
    <Panel title="Public feed">
      <p>
        Posts on the channel Feed appear here. Everybody can read it without a key. It shows the 50 newest
        posts, and is empty before the first one.
      </p>
      <dl className="facts">
        <Address name="JSON Feed" format="json" brandId={brandId} />
        <Address name="RSS" format="xml" brandId={brandId} />
      </dl>
    </Panel>
  );
}

function Address({ name, format, brandId }: { name: string; format: "json" | "xml"; brandId: string }) {
  const path = `/feeds/${encodeURIComponent(brandId)}.${format}`;
  const url = `${location.origin}${path}`;
  return (
    <>
      <dt>{name}</dt>
      <dd className="row">
        <a href={path} target="_blank" rel="noreferrer">
          {url}
        </a>
        <CopyButton text={url} label={`Copy the ${name} address`} />
      </dd>
    </>
  );
}
