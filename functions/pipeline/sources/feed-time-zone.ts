/**
 * Time zone names in hours east of UTC: those of RFC 822, and others that mean one zone. Names that mean several zones, such
 * as IST and AST, are missing on purpose.
 */
const zoneHours = new Map(
  Object.entries({
    ut: 0,
    utc: 0,
    gmt: 0,
    wet: 0,
    // RFC 822 has these of the USA only.
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
    akst: -9,
    akdt: -8,
    hst: -10,
    nst: -3.5,
    ndt: -2.5,
    brt: -3,
    west: 1,
    bst: 1,
    cet: 1,
    cest: 2,
    mez: 1,
    mesz: 2,
    eet: 2,
    eest: 3,
    msk: 3,
    wat: 1,
    cat: 2,
    sast: 2,
    eat: 3,
    pkt: 5,
    wib: 7,
    hkt: 8,
    sgt: 8,
    awst: 8,
    jst: 9,
    kst: 9,
    acst: 9.5,
    acdt: 10.5,
    aest: 10,
    aedt: 11,
    nzst: 12,
    nzdt: 13,
  }),
);

/** The clock that is farthest from UTC: the Line Islands. */
const offsetMinutesMax = 14 * 60;

/** Minutes east of UTC; 0 without a zone; null for a zone that is unknown or means several. */
export function zoneMinutes(zone: string): number | null {
  const [, name = "", sign, hours, minutes = "0"] =
    /^([a-z]*)(?:([+-])(\d{1,2})(?::?(\d{2}))?)?$/i.exec(zone) ?? [];
  const named = name === "" ? 0 : namedMinutes(name.toLowerCase());
  // "GMT+0200" counts from GMT; "CET+0200" makes no sense.
  if (sign === undefined) return named;
  const offset = Number(hours) * 60 + Number(minutes);
  return named === 0 && offset <= offsetMinutesMax && Number(minutes) < 60
    ? offset * (sign === "-" ? -1 : 1)
    : null;
}

function namedMinutes(name: string): number | null {
  // RFC 822 defines a military zone for each letter, wrongly: by RFC 5322 they say nothing, like UTC.
  if (/^[a-ik-z]$/.test(name)) return 0;
  const hours = zoneHours.get(name);
  return hours === undefined ? null : hours * 60;
}
