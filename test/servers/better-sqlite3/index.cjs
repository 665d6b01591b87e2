// The part of better-sqlite3 that the PDS and Ghost use, over the SQLite of Node, so that the install needs no native build.

const { DatabaseSync } = require("node:sqlite");

/** The names by which the servers know errors. https://www.sqlite.org/rescode.html */
const errorNames = new Map([
  [1, "SQLITE_ERROR"],
  [5, "SQLITE_BUSY"],
  [6, "SQLITE_LOCKED"],
  [261, "SQLITE_BUSY_RECOVERY"],
  [517, "SQLITE_BUSY_SNAPSHOT"],
  [787, "SQLITE_CONSTRAINT_FOREIGNKEY"],
  [1555, "SQLITE_CONSTRAINT_PRIMARYKEY"],
  [2067, "SQLITE_CONSTRAINT_UNIQUE"],
]);

function named(run) {
  try {
    return run();
  } catch (error) {
    const name = errorNames.get(error.errcode);
    throw name === undefined ? error : Object.assign(error, { code: name });
  }
}

/** better-sqlite3 returns buffers. */
function withBuffers(row) {
  for (const [name, value] of Object.entries(row))
    if (value instanceof Uint8Array)
      row[name] = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return row;
}

/** SQLite does not bind undefined. */
const bound = (parameters) => parameters.map((value) => value ?? null);

class Database {
  #database;

  constructor(location, { timeout = 5_000 } = {}) {
    this.#database = named(() => new DatabaseSync(location, { timeout }));
  }

  pragma(text) {
    return this.prepare(`PRAGMA ${text}`).all([]);
  }

  prepare(sql) {
    const statement = named(() => this.#database.prepare(sql));
    return {
      reader: statement.columns().length > 0,
      all: (parameters) => named(() => statement.all(...bound(parameters))).map(withBuffers),
      run: (parameters) => named(() => statement.run(...bound(parameters))),
      *iterate(parameters) {
        for (const row of statement.iterate(...bound(parameters))) yield withBuffers(row);
      },
    };
  }

  close() {
    this.#database.close();
  }
}

module.exports = Database;
