import { expect, it } from "vitest";
import { graphemeCount } from "../../functions/domain/text-length.ts";
import { generateFromTemplate } from "../../functions/pipeline/generators/template.ts";

function textOf(title: string, summary: string, maxCharacters = 500): string {
  const item = {
    id: "1",
    title,
    summary,
    url: "https://a.example/",
    publishedAt: null,
    source: "A",
    image: null,
    engagement: null,
  };
  return generateFromTemplate({
    candidate: { item, score: 0.5, topics: [], sources: ["A"], members: [item] },
    brand: { voice: null, hashtags: [], utm: {} },
    fits: (content) => graphemeCount(content.text) <= maxCharacters,
    variant: 0,
  }).text;
}

it.each([
  [
    "Coffee prices rise",
    "Coffee prices rise to a record as frost hits Brazil. Growers worry.",
    "Coffee prices rise to a record as frost hits Brazil.",
  ],
  ["COFFEE: prices rise", "Coffee prices rise, says the board.", "Coffee prices rise, says the board."],
  ["Apple", "Apples are healthy.", "Apple. Apples are healthy."],
  ["Apple", "Apple: the fruit of the year.", "Apple: the fruit of the year."],
  ["Rain in May", "Rain in May. The fields are wet.", "Rain in May. The fields are wet."],
  ["Rain in May | Tidings", "Rain in May Tidings", "Rain in May | Tidings."],
  ["咖啡价格上涨", "咖啡价格上涨至历史新高。种植者担忧。", "咖啡价格上涨至历史新高。"],
])(
  "a summary that continues or repeats the title %j replaces or leaves it: %j",
  (title, summary, expected) => {
    expect(textOf(title, summary)).toBe(expected);
  },
);

it.each([
  ["The U.S. Senate voted on Tuesday. More follows.", "The U.S. Senate voted on Tuesday."],
  ["Dr. Smith found it. He was glad.", "Dr. Smith found it."],
  ["It opens at 9 a.m. Monday. Entry is free.", "It opens at 9 a.m. Monday."],
  ["Spring, e.g. May, is dry. Autumn is wet.", "Spring, e.g. May, is dry."],
  ["Chapter No. 5 is out. It is long.", "Chapter No. 5 is out."],
  ["J. R. R. Tolkien wrote it. It is long.", "J. R. R. Tolkien wrote it."],
  ["Am 3. Mai kam Dr. Weiß z. B. nach Bonn. Er blieb.", "Am 3. Mai kam Dr. Weiß z. B. nach Bonn."],
  ["M. Dupont et Mme. Durand sont là. Ils parlent.", "M. Dupont et Mme. Durand sont là."],
  ["El Sr. López habló en EE. UU. del café. Luego calló.", "El Sr. López habló en EE. UU. del café."],
  ["В 2026 г. ул. Ленина закрыли. Теперь она открыта.", "В 2026 г. ул. Ленина закрыли."],
  ["“We lost. We learned,” she said. Then she left.", "“We lost. We learned,” she said."],
  ["„Wir gehen. Sofort.“ Das sagte sie. Dann ging sie.", "„Wir gehen. Sofort.“"],
  ["Yahoo! said no. It meant it.", "Yahoo! said no."],
  ["It rose 3.5 percent. It fell again.", "It rose 3.5 percent."],
])("the summary %j is cut at the end of a sentence only", (summary, sentence) => {
  expect(textOf("Another matter", summary)).toBe(`Another matter. ${sentence}`);
});

it.each([
  ["that is cut off", "The growers of the highlands fear that the frost will…"],
  ["that is cut off after an abbreviation", "It was found by Dr."],
  ["that leads back to the page", "Read more about this on our page."],
  ["that is a label", "Comments"],
  ["that is a list of links", "Article URL: https://a.example/x Comments URL: https://b.example/y"],
  ["that leaves a quote open", "He said: “It will not last."],
])("a summary %s is left out", (_, summary) => {
  expect(textOf("A title", summary)).toBe("A title.");
});

it("a sentence that does not fit is left out, and only a title that is too long itself is cut, at a word", () => {
  const long = `${"word ".repeat(60)}end.`;
  expect(textOf("A title", long, 200)).toBe("A title.");
  expect(textOf("word", `Word ${long}`, 200)).toBe("word.");
  expect(textOf("A much longer title than fits", "", 20)).toBe("A much longer title…");
});

it.each([
  ["咖啡价格上涨", "巴西遭遇霜冻。", "咖啡价格上涨。巴西遭遇霜冻。"],
  ["कॉफ़ी महंगी हुई", "ब्राज़ील में पाला पड़ा।", "कॉफ़ी महंगी हुई। ब्राज़ील में पाला पड़ा।"],
  ["ราคากาแฟขึ้น", "เกิดน้ำค้างแข็งในบราซิล", "ราคากาแฟขึ้น เกิดน้ำค้างแข็งในบราซิล"],
  ["커피값이 올랐다", "브라질에 서리가 내렸다. 농가는 걱정한다.", "커피값이 올랐다. 브라질에 서리가 내렸다."],
  ["ارتفاع سعر القهوة", "ضرب الصقيع البرازيل. ماذا بعد؟", "ارتفاع سعر القهوة. ضرب الصقيع البرازيل."],
  ["We are live 🎉", "Come in.", "We are live 🎉 Come in."],
  ["Prices, weather,", "It rains.", "Prices, weather. It rains."],
])("the sentences of %j are joined with the marks of their script", (title, summary, expected) => {
  expect(textOf(title, summary)).toBe(expected);
});

it("the beginning of a long text that is repeated as a cut title gives way to the first whole sentence", () => {
  const text = "The ferry is back. It sails from Monday on, and it takes bicycles. Dogs travel free.";
  expect(textOf(`${text.slice(0, 40)}…`, text)).toBe("The ferry is back.");
});
