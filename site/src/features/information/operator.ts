import { useStatus } from "../../lib/status";

/** Who runs this server; undefined while unknown and where the operator did not say. */
export const useOperator = (): string | undefined => useStatus()?.operator_name || undefined;
