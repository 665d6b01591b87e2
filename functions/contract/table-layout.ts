/**
 * The version of all keys and attributes of the table. Raise it with a change that makes stored items unreadable: then `npm start`
 * rejects older state folders.
 */
export const tableLayout = 2;
