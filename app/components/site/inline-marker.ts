import { createContext } from "react";

/**
 * Value of the attribute `nonce` of the scripts and styles that the site writes into a document: a marker, which the server
 * removes before it sends the document. Undefined in the browser, which therefore renders the same elements.
 */
export const InlineMarker = createContext<string | undefined>(undefined);
