import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { ErrorNotice } from "../parts/notices.tsx";
import { Page } from "../parts/page.tsx";

/** What a path that no view has shows. */
export function NotFound() {
  return (
    <Page title="There is nothing here">
      <p>
        The address may be mistyped, or what it showed has been deleted.{" "}
        <Link to="/app/today">Go to Today</Link>
      </p>
    </Page>
  );
}

/** What a view that failed shows: a defect of the page, or a file of it that cannot be loaded. */
export function RouteError({ error }: ErrorComponentProps) {
  return (
    <Page title="This view does not work">
      <ErrorNotice error={error} onRetry={() => location.reload()} />
    </Page>
  );
}
