// What a verification's statuses mean, and what its form accepts.
import type { TextKey } from "../../text/catalogue";

export const photos = ["selfie", "front", "back"] as const;
export type Photo = (typeof photos)[number];

export type Status = "PENDING" | "DISSAPROVED" | "APPROVED" | null;

export interface PhotoState {
  status?: Status | undefined;
  /** Why it was rejected. */
  reason?: string | undefined;
}

export type Record = { [P in Photo]?: PhotoState | undefined } & {
  message: string;
  id_type?: string | undefined;
  id_number?: string | undefined;
};

export const idTypes = ["Driver's License", "Government ID", "Passport", "Others"] as const;
export type IdType = (typeof idTypes)[number];
export const isIdType = (text: string | undefined): text is IdType =>
  (idTypes as readonly (string | undefined)[]).includes(text);

export const longestIdNumber = 64;

/** The name of a photo in the call that uploads it. */
export const imageTypes: { readonly [P in Photo]: string } = {
  selfie: "SELFIE",
  front: "FRONTID",
  back: "BACKID",
};

/** none: something was never sent · pending: it is being looked at · rejected: send it again. */
export type Overall = "none" | "pending" | "rejected" | "approved";

const statusOf = (record: Record, photo: Photo): Status => record[photo]?.status ?? null;

/** In this order: one that is missing, one that is pending, one that was rejected. */
export function overall(record: Record): Overall {
  const statuses = photos.map((photo) => statusOf(record, photo));
  if (statuses.includes(null)) return "none";
  if (statuses.includes("PENDING")) return "pending";
  if (statuses.includes("DISSAPROVED")) return "rejected";
  return "approved";
}

export const isWanted = (record: Record, photo: Photo): boolean => {
  const status = statusOf(record, photo);
  return status === null || status === "DISSAPROVED";
};

/** The first photo that is missing or was rejected, after `photo` where one is given. */
export function nextWanted(record: Record, photo?: Photo): Photo | undefined {
  const from = photo === undefined ? 0 : photos.indexOf(photo) + 1;
  return photos.slice(from).find((one) => isWanted(record, one));
}

export const isRejected = (record: Record, photo: Photo): boolean =>
  statusOf(record, photo) === "DISSAPROVED";

/** The record as it is once this photo has been sent. */
export const withSent = (record: Record, photo: Photo): Record => ({
  ...record,
  [photo]: { status: "PENDING" },
});

export interface Document {
  id_type: IdType | "";
  id_number: string;
}

export type Problems = { [F in keyof Document]?: TextKey };

export function documentProblems(document: Document): Problems {
  const problems: Problems = {};
  if (document.id_type === "") problems.id_type = "kyc.field_required";
  if (document.id_number.trim() === "") problems.id_number = "kyc.field_required";
  return problems;
}
