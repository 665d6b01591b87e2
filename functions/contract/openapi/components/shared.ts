/** How every resource's texts call its times. */
export const createdAt = "When it was made.";
export const updatedAt = "When it last changed.";
