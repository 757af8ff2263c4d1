import assert from "node:assert/strict";
import { test } from "node:test";
import { weaknessOf } from "../../../src/domain/operators/common-passwords.ts";

const operator = { email: "ana.garcia@viajes-sol.example", name: "Ana García López", service: "Teatros del Sur" };

for (const password of [
  "unbelievable",
  "Administrator",
  "password1234",
  "2024-Password!!",
  "passwordpassword",
  "qwertyuiop12",
  "123456789012",
  "abcdefghijklm",
  "zyxwvutsrqponm",
  "aaaaaaaaaaaaaaaa",
  "121212121212",
  "dragon!!!!!!!!",
])
  test(`"${password}" is a common password`, async () => {
    assert.equal(await weaknessOf(password, operator), "common");
  });

for (const password of [
  "ana.garcia@viajes-sol.example",
  "Ana.Garcia.2024",
  "garcialopez1990",
  "GARCÍA-LÓPEZ-1",
  "viajes-sol2026",
])
  test(`"${password}" is the operator's own name or address`, async () => {
    assert.equal(await weaknessOf(password, operator), "personal");
  });

for (const password of [
  "paseo-2026-paseo",
  "Paseo.Admin.2026",
  "Back-Office 12345",
  "TeatrosDelSur-26",
  "owner@teatros.1",
])
  test(`"${password}" is made of the service's name`, async () => {
    assert.equal(await weaknessOf(password, operator), "personal");
  });

for (const password of [
  "correct horse battery",
  "another long password",
  "mar4 lluvia techo",
  "9182-5530-7764-x",
  "Ana compra tres peras",
])
  test(`"${password}" is accepted`, async () => {
    assert.equal(await weaknessOf(password, operator), null);
  });
