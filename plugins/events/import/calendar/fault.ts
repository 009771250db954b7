/** Why something in a calendar cannot be read. The message is for whoever sent the calendar. */
export class CalendarFault extends Error {}
