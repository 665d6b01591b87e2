import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/**
 * Returns a function that gives the value of a secret by its ARN: 40 random hexadecimal digits, which the state folder
 * keeps.
 */
export function openSecrets(database: DatabaseSync): (arn: string) => string {
  database.exec("CREATE TABLE IF NOT EXISTS secrets (arn TEXT PRIMARY KEY, value TEXT)");
  return (arn) => {
    database
      .prepare("INSERT OR IGNORE INTO secrets (arn, value) VALUES (?, ?)")
      .run(arn, randomBytes(20).toString("hex"));
    const row = database.prepare("SELECT value FROM secrets WHERE arn = ?").get(arn);
    return String(row?.["value"]);
  };
}
