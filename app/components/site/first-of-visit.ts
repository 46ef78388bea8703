import { useLocation } from "@remix-run/react";
import { useState } from "react";

/** Returns the value from when the page was opened, so that a background refresh moves nothing on it. */
export function useFirstOfVisit<Value>(value: Value): Value {
  const { key } = useLocation();
  const [first, setFirst] = useState({ key, value });
  if (first.key === key) return first.value;
  setFirst({ key, value });
  return value;
}
