import * as z from "zod/mini";
import { eventTypes } from "../../domain/event.ts";

export const eventType = z.enum(eventTypes);
