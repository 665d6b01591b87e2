import { defineConfig } from "vite";

export default defineConfig({
  build: {
    emptyOutDir: true,
    // The page's policy forbids inline scripts and styles. It allows data: URLs for images only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2023",
    license: { fileName: "assets/third-party-notices.txt" },
    reportCompressedSize: false,
    rolldownOptions: {
      onLog(level, log, report) {
        // The packages mark their modules for servers that render React. Here there is none.
        if (log.code !== "MODULE_LEVEL_DIRECTIVE") report(level, log);
      },
    },
  },
});
