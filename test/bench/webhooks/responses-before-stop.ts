/** The number of deliveries that an endpoint of kind "stop" responds to before it hangs. */
export const responsesBeforeStop = 5;
