/** Words of four letters and more that do not name a subject: of English, and the most common ones of neighbouring languages. */
export const stopWords: ReadonlySet<string> = new Set(
  `about above after again against almost along already also although always among another around away back
  became because become been before begin being below best better between both bring brings came come comes
  could does doing done down during each early either else enough even ever every everything find finds first
  five four from gets getting give gives goes going good great have having help helps here heres high into itself
  just keep keeps know last late later least left less like little long look looks made make
  makes making many maybe more most much must near need needs never next none nothing once only onto other
  others over part people perhaps place plan plans quite rather real really right said same says second seem
  seems seen several shall should show shows side since small some something soon still such take takes
  tell tells than that thats their them then there these they thing things think this those though three
  through time times today together told tomorrow took toward towards turn turns under until upon used uses
  using very want wants ways week weeks well went were what whats when where whether which while whose will
  with within without work works would year years yesterday your yours
  aber alle auch beim dass dieser eine einem einen einer fur haben ihre kann mehr nach nicht noch oder ohne
  sein seine sich sind uber unter wenn werden wird wurde zwischen
  avec cette comme dans elle entre leur mais nous plus pour quand sans sont sous tout tous vers vous
  como cuando desde donde entre esta este hasta para pero porque sobre tiene todo todos
  anche come dalla degli della delle dopo nella nelle perche quando questa questo sono`.split(/\s+/),
);
