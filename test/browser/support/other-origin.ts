import { createServer } from "node:https";
import { listen } from "../../../lib/demo/listen.ts";

const picturePath = "/picture.svg";

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">
  <rect width="1200" height="630" fill="#1d6f72"/>
  <circle cx="920" cy="190" r="110" fill="#f4c95d"/>
  <path d="M0 480 Q300 330 600 470 T1200 430 V630 H0 Z" fill="#12484a"/>
</svg>`;

/**
 * Serves another origin than the service's over HTTPS on loopback: an empty page, and a picture in the place of those
 * that posts have in the network.
 */
export async function serveOtherOrigin(tls: {
  cert: string | Buffer;
  key: string | Buffer;
}): Promise<{ port: number; pictureUrl: string; close: () => void }> {
  const server = createServer(tls, ({ url }, response) => {
    const isPicture = url === picturePath;
    response.setHeader("Content-Type", isPicture ? "image/svg+xml" : "text/html");
    response.end(isPicture ? picture : "<!doctype html><title>Another origin</title>");
  });
  const port = await listen(server);
  return {
    port,
    pictureUrl: `https://localhost:${port}${picturePath}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
