import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { Button } from "../parts/button.tsx";
import { sessionQuery, signOut, useMay } from "../session/session.ts";
import { ConnectionNotice } from "./connection-notice.tsx";
import { SchemeButton } from "./scheme-button.tsx";
import styles from "./shell.module.css";

/** The frame of all views: where one can go, and who one is. */
export function Shell({ children }: { children: ReactNode }) {
  const isAdmin = useMay("admin");
  const { pathname } = useLocation();
  // On a small screen the menu is open only until a view is chosen in it.
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        Skip to the content
      </a>
      <header className={styles.bar}>
        <Link to="/app/today" className={styles.name}>
          Content Pipeline
        </Link>
        <Button
          className={styles.menu}
          small
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => setOpenAt(isOpen ? null : pathname)}
        >
          Menu
        </Button>
      </header>
      <nav
        id="navigation"
        aria-label="Views"
        className={isOpen ? `${styles.nav} ${styles.open}` : styles.nav}
      >
        <Group name="Content">
          <Link to="/app/today">Today</Link>
          <Link to="/app/posts">Posts</Link>
          <Link to="/app/calendar">Calendar</Link>
        </Group>
        <Group name="Pipelines">
          <Link to="/app/pipelines">Pipelines</Link>
          <Link to="/app/runs">Runs</Link>
          <Link to="/app/trends">Trends</Link>
          <Link to="/app/analytics">Analytics</Link>
        </Group>
        <Group name="Webhooks">
          <Link to="/app/webhooks" activeOptions={{ exact: true }}>
            Subscriptions
          </Link>
          <Link to="/app/webhooks/dead-letters">Dead letters</Link>
          <Link to="/app/webhooks/signature">Check a signature</Link>
        </Group>
        <Group name="Settings">
          <Link to="/app/brands">Brands and channels</Link>
          {isAdmin ? <Link to="/app/keys">API keys</Link> : null}
          <Link to="/app/organization">Organization</Link>
        </Group>
        <Who />
      </nav>
      <main id="content" className={styles.content} tabIndex={-1}>
        <ConnectionNotice />
        {children}
      </main>
    </div>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.group}>
      <div className={styles.groupName}>{name}</div>
      {children}
    </div>
  );
}

/** The session, and the way out of it. */
function Who() {
  const { data: session } = useQuery(sessionQuery);
  const navigate = useNavigate();
  const end = useMutation({
    mutationFn: signOut,
    onSuccess: () => navigate({ to: "/sign-in" }),
  });
  return (
    <div className={styles.who}>
      {session === undefined || session === null ? null : (
        <div className="small soft">Signed in with a key that may {roleInWords[session.role]}</div>
      )}
      <div className="row">
        <Button small busy={end.isPending} onClick={() => end.mutate()}>
          Sign out
        </Button>
        <SchemeButton />
      </div>
    </div>
  );
}

const roleInWords = { read: "read", write: "read and write", admin: "do everything" };
