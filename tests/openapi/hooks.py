"""Tells schemathesis how to log in, and which well-formed inputs this API refuses for their meaning."""

import os
import re

import requests
import schemathesis
from schemathesis.openapi.checks import RejectedPositiveData

# The demo accounts, which are public.
ACCOUNTS = {
    "admin": ("admin@rkali.example", "Night-Shift-1"),
    "guest": ("guest@rkali.example", "Night-Guest-1"),
}

BIRTHDATE = {
    "birthdate validation.birthdate_invalid",  # before 1900
    "birthdate validation.birthdate_future",
    "birthdate validation.age_requirement",
}
NIGHT = {
    "day validation.day_required",  # not within 2000–2100
    "until validation.night_empty",  # ends when it begins
    "capacity validation.capacity_sold",  # fewer places than are sold
    # Only invisible characters, for which there is no portable pattern.
    "name validation.night_name_required",
    "nameLat validation.night_name_required",
    # Required if re-entry is allowed until an hour.
    "exitsUntil validation.time_format",
    # A ready ticket type whose sale ends before it begins.
    "ticketTypes.*.onSaleUntil validation.window_order",
}

LANGUAGES = {
    "subject validation.announcement_subject",
    "subjectLat validation.announcement_subject",
    "body validation.announcement_body",
    "bodyLat validation.announcement_body",
}

# Refusals that JSON Schema cannot express: an error code, or a field with its message key.
REFUSED_FOR_ITS_MEANING = {
    # Rules over two fields, the caller's age, links that browsers can open, common passwords, and taken addresses.
    "POST /api/auth/register": BIRTHDATE
    | {
        "email_taken",
        "person_banned",
        "password validation.password_common",
        "confirmPassword validation.password_mismatch",
        "personalNumber validation.personal_number_format",
        "socialMediaProfileLink validation.social_media_format",
    },
    "PUT /api/auth/me": BIRTHDATE
    | {
        "firstName validation.name_invalid_chars",  # unless it is the saved one
        "lastName validation.name_invalid_chars",
        "socialMediaProfileLink validation.social_media_invalid_url",
    },
    # Only a mail has the token, and only the account's owner knows the password.
    "POST /api/Auth/reset-password": {"invalid_token", "newPassword validation.too_long"},  # counted in bytes
    "POST /api/invitations/read": {"invalid_token"},
    "POST /api/invitations/accept": {"invalid_token"},
    "POST /api/invitations/join": {"invalid_token"},
    "POST /api/auth/change-password": {"currentPassword validation.current_password_wrong"},
    "POST /api/auth/email-change": {"email_taken", "password validation.current_password_wrong"},
    "POST /api/auth/email-change/link": {"invalid_token", "email_taken"},
    "POST /api/auth/email-change/stop": {"invalid_token"},
    "PUT /api/staff/guests/{id}/email": {"email_taken"},
    "POST /api/auth/delete-account": {"password validation.current_password_wrong"},
    "POST /api/auth/email-proof/confirm": {"code validation.code_wrong", "code_expired", "code_tries_over"},
    "POST /api/auth/email-proof/link": {"invalid_token"},
    # Only an app with the secret has the code.
    "POST /api/auth/second-factor": {"code validation.code_wrong"},
    "POST /api/auth/second-factors/{id}/confirm": {"code validation.code_wrong"},
    "POST /api/auth/confirm": {"code validation.code_wrong", "wrong_passkey", "password validation.current_password_wrong"},
    # Only an authenticator can sign, and only accounts with a passkey get a challenge.
    "POST /api/auth/passkeys": {"wrong_passkey"},
    "POST /api/auth/confirm/passkey/options": {"conflict"},
    # Only a QR code has the secret, and not every text is a key.
    "POST /api/door/pair": {"pairing_failed"},
    "POST /api/staff/scanner-devices": {"name validation.scanner_device_name_required"},
    # Required without a receipt.
    "POST /api/staff/nights/{id}/complimentary": {"reason validation.reason_required"},
    # An earlier test revoked it.
    "POST /api/staff/scanner-devices/{id}/code": {"device_ended"},
    # They need a second factor.
    "POST /api/auth/recovery-codes": {"conflict"},
    # Each event has its own limit per person; an empty cart buys nothing.
    "POST /api/Cart/add-ticket": {"quantity validation.invalid"},
    "POST /api/Cart/update-ticket": {"quantity validation.invalid"},
    "POST /api/Cart/checkout": {"cart_empty"},
    "POST /api/Events/{id}/waitlist": {"quantity validation.invalid"},
    "POST /api/Events/{id}/door-sale": BIRTHDATE | {"email_taken"},
    # The text has several parts, one of them blank.
    "POST /api/email/ClientContactToEmail": {"invalid_input"},
    "POST /api/email/DJRequest": {"invalid_input"},
    # We sign ticket codes, and a bank signs callbacks.
    "POST /api/QRCode/scan": {"code_tampered"},
    "POST /api/payments/callback/{provider}": {"invalid_input"},
    # Few files are a picture and nothing else.
    "POST /api/staff/gallery/files": {"file validation.picture_not_a_picture", "file validation.picture_hides_file"},
    "POST /api/staff/night-photos": {"photo validation.picture_not_a_picture", "photo validation.picture_hides_file"},
    "POST /api/staff/night-sounds": {"sound validation.sound_format"},
    # Needs an act of this event.
    "DELETE /api/staff/nights/{id}/acts/{act}/sound": {"act validation.invalid"},
    "POST /api/staff/nights": NIGHT,
    "PUT /api/staff/nights/{id}": NIGHT,
    "POST /api/staff/nights/{id}/copies": {"days.* validation.day_required", "days validation.days_overlap"},
    # Needs days of the calendar.
    "GET /api/staff/nights/{id}/copy-warnings": {"invalid_input", "days.* validation.day_required"},
    "PUT /api/staff/nights/{id}/publication": {
        "publishAt validation.moment_format",
        "publishAt validation.publish_past",
        "publishAt validation.publish_after_end",
    },
    # Needs an existing event, or a day with both times.
    "GET /api/staff/night-warnings": {"invalid_input", "day validation.day_required"},
    "PUT /api/staff/nights/{id}/line-up": {
        "slots.*.artistName validation.artist_required",
        "slots.*.time validation.time_outside_night",
    },
    # Needs exactly the ticket types of the event.
    "PUT /api/staff/nights/{id}/ticket-types/order": {"invalid_input"},
    # The sale ends before it begins.
    "POST /api/staff/nights/{id}/ticket-types": {"onSaleUntil validation.window_order"},
    "PUT /api/staff/ticket-types/{id}": {"onSaleUntil validation.window_order"},
    # Needs a ticket type of this event, a window that does not end before it begins, and a text of its own only for a single code.
    "POST /api/staff/nights/{id}/promo-codes": {
        "ticketTypeId validation.code_ticket_type",
        "validUntil validation.window_order",
        "count validation.code_count_format",
        "code validation.code_format",  # letters of any script: no portable pattern
    },
    "PUT /api/staff/promo-codes/{id}": {"validUntil validation.window_order"},
    # Needs an hour of the event, and not too many entries with an address.
    "POST /api/staff/nights/{id}/lists": {"freeUntil validation.list_hour_outside"},
    "PUT /api/staff/lists/{id}": {"freeUntil validation.list_hour_outside"},
    "POST /api/staff/lists/{id}/entries": {"entries validation.entries_emails"},
    # Needs a future time and at least one language; a started language needs subject and text.
    "POST /api/staff/newsletter": LANGUAGES | {"sendAt validation.newsletter_moment"},
    "POST /api/staff/newsletter/preview": LANGUAGES,
    "POST /api/staff/newsletter/test": LANGUAGES,
    "POST /api/staff/nights/{id}/announcements": LANGUAGES | {"sendAt validation.announcement_moment"},
    "POST /api/staff/nights/{id}/announcements/preview": LANGUAGES,
    "POST /api/staff/nights/{id}/announcements/test": LANGUAGES,
    "POST /api/staff/promoters": {"refCode validation.ref_code_taken"},
    "PUT /api/staff/guests/{id}/ban": {"until validation.ban_in_past"},
}

# Patterns exclude these characters from every declared text (server/platform/http/docs.test.ts), but not from undeclared names.
FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
# Names for prototype pollution, refused everywhere.
POISONED = {"__proto__", "constructor"}


@schemathesis.auth(refresh_interval=60)
class Login:
    def get(self, case, context):
        email, password = ACCOUNTS[os.environ["WHO"]]
        answer = requests.post(
            f"{context.operation.base_url.rstrip('/')}/api/auth/login", json={"email": email, "password": password}, timeout=20
        )
        answer.raise_for_status()
        return answer.json()["accessToken"]

    def set(self, case, data, context):
        case.headers = case.headers or {}
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops the refusals of well-formed input that are listed above, and keeps every other failure."""
    if not isinstance(failure, RejectedPositiveData):
        return True
    refusal = response.json()
    if refusal["code"] == "invalid_characters":
        return not any(FORBIDDEN.search(text) for text in texts_in(case.body))
    if refusal["code"] == "broken_json":
        return POISONED.isdisjoint(texts_in(case.body))
    fields = {f"{re.sub('[.][0-9]+', '.*', field)} {key}" for field, key in refusal.get("errors", {}).items()}
    return not (fields or {refusal["code"]}) <= REFUSED_FOR_ITS_MEANING.get(case.operation.label, set())


def texts_in(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts_in(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            yield name
            yield from texts_in(item)
