import { fold, wordsOf } from "./words.ts";

/** A language that has a stemmer. */
export type StemmedLanguage = "english" | "german";

/** Frequent words (as `fold` returns them) that name no subject. A word can belong to several languages. */
const frequentWords = {
  english:
    "a about after an and are as at be been but by for from had has have how in into is it its more new not of on one or out over said says than that the their there they this to up was were what when which who will with would you your",
  german:
    "aber als am an auch auf aus bei bis das dass dem den der des die dieser doch durch ein eine einem einen einer es fur gegen hat im in ist kein mehr mit nach nicht noch nur oder sich sie sind so uber um und unter vom von vor war was wegen wenn werden wie wird zu zum zur",
  french:
    "a au aux avec ce ces cette dans de des du elle en est et il la le les leur mais ne nous ont par pas plus pour qui que sa se ses son sont sur un une vous",
  spanish:
    "al como con cuando de del desde el en entre es esta este ha hasta la las lo los mas no para pero por que se sin sobre su sus un una y",
  italian:
    "a al alla anche che come con da dal dalla degli dei del della delle di e gli ha i il in la le lo ma nel nella non per piu si sono su tra un una",
  portuguese:
    "a ao aos as com como da das de do dos e em foi mais mas na nao nas no nos o os ou para pela pelo por que se sem sua um uma",
  dutch:
    "aan al als bij dan dat de die door een en er het hij in is maar met na naar niet nog of om ook op over te tot uit van voor was wat wordt ze zich zijn",
  nordic:
    "ar at att av de den der det efter ei eller en er ett for fra fran har i ikke inte med men mot na og och om pa sa sin ska som til till ud under upp ut vid",
  polish: "a ale by co do dla i jak jest na nie o od oraz po przez sie z ze w za",
  turkish: "bir bu cok da daha de gibi icin ile ise kadar o olan olarak ve",
  indonesian: "akan dan dari dengan di ini itu ke oleh pada untuk yang",
  finnish: "ei etta ja joka kun mutta myos oli on ovat se",
  czech: "a ale by byl do i jako je jeho k na o od po pro s se si v ve z za ze",
} as const;
/** The languages in which a word is frequent. */
const languagesOf = new Map<string, string[]>();
for (const [language, words] of Object.entries(frequentWords))
  for (const word of words.split(" ")) languagesOf.set(word, [...(languagesOf.get(word) ?? []), language]);

/** Whether a word, as `fold` returns it, is so frequent in some language that it names no subject. */
export function isFrequentWord(folded: string): boolean {
  return languagesOf.has(folded);
}

/** A few sentences show the language. More would cost time. */
const charactersRead = 500;

/**
 * The languages by which the words of a text may be stemmed. The language is the one whose frequent words it has most often.
 * A short title may have none: then it may be English or German. A text of another language or script is not stemmed.
 */
export function stemmedLanguages(text: string): readonly StemmedLanguage[] {
  const beginning = text.slice(0, charactersRead);
  // A text in another script can have some words of Latin letters.
  const letters = beginning.match(/\p{L}/gu)?.length ?? 0;
  const latinLetters = beginning.match(/\p{sc=Latin}/gu)?.length ?? 0;
  if (latinLetters * 2 <= letters) return [];
  const counts = new Map<string, number>();
  for (const word of wordsOf(beginning))
    for (const language of languagesOf.get(fold(word)) ?? [])
      counts.set(language, (counts.get(language) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return (["english", "german"] as const).filter((language) => (counts.get(language) ?? 0) === most);
}
