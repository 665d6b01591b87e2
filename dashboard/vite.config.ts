import { defineConfig } from "vite";

export default defineConfig({
  build: {
    emptyOutDir: true,
    // The service serves these files with a policy that forbids inline scripts and styles, and all data: URLs except images.
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
