import { useLocation, useNavigation } from "@remix-run/react";
import { Component, type ReactNode } from "react";

/** Tells whether this page is loading again, for another range or currency. */
export function useIsRefreshing(): boolean {
  const navigation = useNavigation();
  return navigation.location?.pathname === useLocation().pathname;
}

interface ChartFaultBoundaryProps {
  /** Shown once the children have failed. */
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Contains errors of the interactive chart: the drawing replaces it and the page stays. */
export class ChartFaultBoundary extends Component<ChartFaultBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
