// The calls of the verification, and following it while the operator looks at it.
import { useQuery } from "@tanstack/react-query";
import { get, queries, upload } from "../../lib/api";
import { useSession } from "../../lib/session";
import { client_stream, useStream } from "../../lib/stream";
import { image_types, with_sent, type Document, type Photo, type Record } from "./rules";

const poll_ms = 30_000;

const key_of = (unique_id: string | undefined) => ["kyc", unique_id] as const;

/** The chip of the account menu follows the account's own state. */
function refresh(): void {
  void queries.invalidateQueries({ queryKey: ["kyc"] });
  void queries.invalidateQueries({ queryKey: ["account-client"] });
}

/** The client's verification; changes by itself when the operator has decided. */
export function useVerification() {
  const session = useSession();
  const stream = useStream(
    session ? client_stream : null,
    (push) => {
      if (push.type === "kyc") refresh();
    },
    refresh,
  );
  return useQuery({
    queryKey: key_of(session?.user.user_unique_id),
    queryFn: ({ signal }) => get<Record>("/api/v2/upload/check-kyc", undefined, signal),
    enabled: session !== null,
    refetchInterval: stream === "live" ? false : poll_ms,
  });
}

/** Sends one photo; what is known of the verification has it at once. */
export async function send_photo(
  document: Document,
  photo: Photo,
  image: string,
  on_progress: (part: number) => void,
  signal: AbortSignal,
): Promise<void> {
  await upload(
    "/api/v2/upload/kyc",
    {
      id_type: document.id_type,
      id_number: document.id_number.trim(),
      img_type: image_types[photo],
      image,
    },
    on_progress,
    signal,
  );
  queries.setQueriesData<Record>({ queryKey: ["kyc"] }, (known) =>
    known ? with_sent({ ...known, message: "success" }, photo) : known,
  );
}

export const recheck = (): Promise<void> => queries.invalidateQueries({ queryKey: ["kyc"] });
