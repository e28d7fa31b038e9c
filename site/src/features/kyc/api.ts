// The calls of the verification, and following it while the operator looks at it.
import { useQuery } from "@tanstack/react-query";
import { get, queries, upload } from "../../lib/api";
import { ownKeys, useLive } from "../../lib/client_events";
import { useSession } from "../../lib/session";
import { imageTypes, withSent, type Document, type Photo, type Record } from "./rules";

const pollMs = 30_000;

const keyOf = (uniqueId: string | undefined) => [...ownKeys.kyc, uniqueId] as const;

/** The client's verification; changes by itself when the operator has decided. */
export function useVerification() {
  const session = useSession();
  const live = useLive();
  return useQuery({
    queryKey: keyOf(session?.user.user_unique_id),
    queryFn: ({ signal }) => get("/api/v2/upload/check-kyc", undefined, signal),
    enabled: session !== null,
    refetchInterval: live ? false : pollMs,
  });
}

/** Sends one photo; what is known of the verification has it at once. */
export async function sendPhoto(
  document: Document,
  photo: Photo,
  image: string,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await upload(
    "/api/v2/upload/kyc",
    {
      id_type: document.id_type,
      id_number: document.id_number.trim(),
      img_type: imageTypes[photo],
      image,
    },
    onProgress,
    signal,
  );
  queries.setQueriesData<Record>({ queryKey: ownKeys.kyc }, (known) =>
    known ? withSent({ ...known, message: "success" }, photo) : known,
  );
}

export const recheck = (): Promise<void> => queries.invalidateQueries({ queryKey: ownKeys.kyc });
