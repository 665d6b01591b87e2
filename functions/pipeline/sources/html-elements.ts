const names = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/));

/** Elements whose content readers do not see. */
export const hiddenElements = names("script style template noscript iframe svg math head");

/** Elements without an end tag. */
export const voidElements = names("area base br col embed hr img input link meta param source track wbr");

/** Elements whose end tag may be left out. */
export const openElements = names(
  "p li dt dd tr td th thead tbody tfoot option optgroup colgroup caption rp rt body html",
);

/** Elements that begin a new paragraph. */
export const blockElements = names(
  `address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table tbody
  td tfoot th thead tr ul`,
);

/** Elements that can be inside a word: "<b>c</b>offee". */
export const inlineElements = names(
  `a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q ruby s samp small span strike strong sub
  sup time tt u var wbr`,
);

const otherElements = names(
  `applet audio button canvas datalist frame frameset label map marquee meter noembed noframes object output picture
  plaintext progress rb rtc select slot textarea title video xmp`,
);

/** The elements of HTML, of today and of the past. */
export const htmlElements: ReadonlySet<string> = new Set([
  ...hiddenElements,
  ...voidElements,
  ...openElements,
  ...blockElements,
  ...inlineElements,
  ...otherElements,
]);
