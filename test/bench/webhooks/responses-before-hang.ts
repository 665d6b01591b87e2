/** How many deliveries an endpoint answers that hangs from then on. */
export const answersBeforeTurn = 5;
