/** "Every hour" for "every hour". */
export const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
