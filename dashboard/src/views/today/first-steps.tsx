import { Link } from "@tanstack/react-router";
import { Page } from "../../parts/page.tsx";
import { Panel } from "../../parts/panel.tsx";
import { useMay } from "../../session/session.ts";

/** What an organization without a brand shows. */
export function FirstSteps() {
  const mayWrite = useMay("write");
  return (
    <Page
      title="Today"
      lead="Here you will see what waits for approval, what goes out next, and what failed."
    >
      <Panel title="Three steps to the first post">
        <ol className="list">
          <li>
            <strong>A brand.</strong> It has a name, a time zone, and the channels that its posts go to.
          </li>
          <li>
            <strong>A pipeline.</strong> It reads sources, such as a feed, and writes posts about what is new.
          </li>
          <li>
            <strong>A run.</strong> It makes posts that wait here for your approval.
          </li>
        </ol>
        <div>
          {mayWrite ? (
            <Link className="button button-primary" to="/app/brands/new">
              Create a brand
            </Link>
          ) : (
            "Your key may only read. Someone with a key that may write has to create the first brand."
          )}
        </div>
      </Panel>
    </Page>
  );
}
