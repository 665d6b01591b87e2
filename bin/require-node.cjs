// Preloaded before any TypeScript is read: an older Node would end with an unknown file extension.
const major = Number(process.versions.node.split(".")[0]);
if (major < 24) {
  console.error(
    `Node 24 is needed and this is ${process.versions.node}: run "npm ci" (it installs Node 24 into node_modules) and start again with "npm start".`,
  );
  process.exit(1);
}
