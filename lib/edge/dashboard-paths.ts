/**
 * The paths of the dashboard, as CloudFront's path patterns: `*` is any number of characters. All other paths belong to the API.
 */
export const dashboardPaths = {
  /** All of them are one page, `index.html`. */
  pages: ["/", "/sign-in", "/review", "/app", "/app/*"],
  /** Files whose names contain a hash of their content, and the notices of third-party packages. */
  assets: "/assets/*",
} as const;
