/** Reads the HTML of an article as a browser shows it, without its images. */
export function readersText(html: string): string {
  return html
    .replaceAll(/<figure.*?<\/figure>/g, "")
    .replaceAll("<br>", "\n")
    .replaceAll("</p><p>", "\n\n")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
