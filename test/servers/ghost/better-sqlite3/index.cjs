"use strict";
const { DatabaseSync } = require("node:sqlite");

/** The primary result codes of SQLite that Ghost looks at. https://www.sqlite.org/rescode.html */
const codes = { 1: "SQLITE_ERROR", 5: "SQLITE_BUSY", 19: "SQLITE_CONSTRAINT" };

function withCode(action) {
  try {
    return action();
  } catch (error) {
    error.code = codes[error.errcode & 0xff] ?? error.code;
    throw error;
  }
}

/** node:sqlite does not bind undefined. */
const bound = (values) => values.map((value) => value ?? null);

class Database {
  constructor(filename) {
    this.database = new DatabaseSync(filename, { timeout: 5_000 });
  }

  prepare(sql) {
    const statement = withCode(() => this.database.prepare(sql));
    return {
      reader: statement.columns().length > 0,
      all: (bindings) => withCode(() => statement.all(...bound(bindings))),
      run: (bindings) => withCode(() => statement.run(...bound(bindings))),
    };
  }

  pragma(text) {
    return this.database.prepare(`PRAGMA ${text}`).all();
  }

  close() {
    this.database.close();
  }
}

module.exports = Database;
